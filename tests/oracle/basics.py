"""Scaled dot-product attention worked out again, with mpmath at 50 digits and nothing of the package.

Prints the values of the cases under tests/cases whose problems are in problems/basics.

    python tests/oracle/basics.py
"""

from mpmath import mpf, sqrt
from plain import matrix, problem, softmax, times, turned, write


def attention(q, k, v, divisor, hidden=(), end=""):
    """Scores over a divisor, with the pairs of `hidden` (from 0) taken out, then softmax and output."""
    s = times(q, turned(k))
    write(f"S{end}", s)
    scaled = [[score / divisor for score in row] for row in s]
    if divisor != 1:
        write(f"S_scaled{end}", scaled)
    masked = [[None if (i, j) in hidden else score for j, score in enumerate(row)] for i, row in enumerate(scaled)]
    if hidden:
        write(f"S_masked{end}", masked)
    a = [softmax(row) for row in masked]
    write(f"A{end}", a)
    write(f"O{end}", times(a, v))


print("scaled-and-unscaled")
Q, K, V = matrix("1 0; 3 1"), matrix("1 1; 0 1; 1 0"), matrix("10 0; 0 10; 5 5")
for divisor, hidden in ((mpf(1), ()), (sqrt(mpf(2)), ()), (sqrt(mpf(2)), ((0, 2),))):
    problem()
    attention(Q, K, V, divisor, hidden)

print("batch-of-two")
problem()
for number, x in enumerate((matrix("0.5 -1; 2 0"), matrix("1 1.5; 0 -0.5")), 1):
    k, v = [[entry / 2 for entry in row] for row in x], [[sum(row)] * 3 for row in x]
    write(f"Q_{number}", x)
    write(f"K_{number}", k)
    write(f"V_{number}", v)
    attention(x, k, v, sqrt(mpf(2)), ((0, 1),), f"_{number}")
