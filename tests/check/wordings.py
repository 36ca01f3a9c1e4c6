"""What the lines of the work are called on a page: by a name, as a formula, and in words."""

# What a line is called, as a formula and in words; {h} stands for the number of a head.
NAMES = {
    "Q": "Q{h}", "K": "K{h}", "V": "V{h}", "S": "S{h}", "S_scaled": "S'{h}", "S_masked": r"\tilde{{S}}{h}", "E": "E{h}",
    "Z": "Z{h}", "A": "A{h}", "O": "O{h}", "C": "C", "MH": "MH", "Wh": "Wh", "Ws": "Ws", "Uh": "Uh", "T": "T",
    "e": "e", "alpha": r"\alpha", "c": "c",
}  # fmt: skip
FORMULAS = {
    "Q": "X W_{{Q{h}}}", "K": "{y} W_{{K{h}}}", "V": "{y} W_{{V{h}}}", "S": "Q{h} K{h}^T",
    "S_scaled": r"\frac{{Q{h} K{h}^T}}{{\sqrt{{d_k}}}}", "S_masked": r"\frac{{Q{h} K{h}^T}}{{\sqrt{{d_k}}}} + M",
    "E": r"e^{{S'{h}}}", "Z": r"\sum_j E{h}",
    "A": r"\text{{softmax}}\left(\frac{{Q{h} K{h}^T}}{{\sqrt{{d_k}}}}\right)", "O": "A{h} V{h}",
    "C": r"\text{{Concat}}(O_1, O_2)", "MH": "C W_O", "Wh": "H W^T", "Ws": "W s", "Uh": "H U^T",
    "T": r"\tanh(Ws + Uh)", "e": r"\text{{score}}(s, h)", "alpha": r"\text{{softmax}}(e)", "c": r"\alpha H",
}  # fmt: skip
ENGLISH = {
    "Q": "The queries:", "K": "The keys:", "V": "The values:", "S": "The raw scores:", "S_scaled": "Scaled scores:",
    "S_masked": "After the mask:", "E": "The exponentials:", "Z": "Their row sums:", "A": "The attention weights:",
    "O": "The output:", "C": "Concatenated:", "MH": "Final output:", "Wh": "First the products with W:",
    "Ws": "The decoder state projected:", "Uh": "The encoder states projected:", "T": "Then tanh:",
    "e": "Attention scores:", "alpha": "The attention weights:", "c": "The context vector:", "head": "Head",
    "given": "Given:", "title": "Solution",
}  # fmt: skip
GERMAN = {
    "Q": "Die Anfragen (Queries):", "K": "Die Schlüssel (Keys):", "V": "Die Werte (Values):",
    "S": "Die Scores (Skalarprodukte):", "S_scaled": "Skaliert, geteilt durch die Wurzel aus d_k:",
    "S_masked": "Nach der Maske:", "E": "Die Exponentialwerte:", "Z": "Die Zeilensummen (Nenner):",
    "A": "Die Gewichte (Softmax):", "O": "Die Ausgabe:", "C": "Verkettet:", "MH": "Endergebnis, die Ausgabe:",
    "Wh": "Zuerst die Produkte mit W:", "Ws": "Der Decoder-Zustand:", "Uh": "Die Encoder-Zustände:",
    "T": "Danach tanh:", "e": "Die Scores:", "alpha": "Die Gewichte:", "c": "Der Kontextvektor:", "head": "Kopf",
    "given": "Gegeben:", "title": "Lösung",
}  # fmt: skip
