"""Which spellings of an answer count, in the words that each target says it with."""

DECIMALS = "Type every number as a decimal, such as 0.333 or -1.5; 1/3 and 33 % are not taken."
CHECKED = "A number may be written as 0.333, 1/3, 33 % or sqrt(3)/2; 0.333 is right where 1/3 is asked."
