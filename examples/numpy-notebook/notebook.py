# %% [markdown]
# # What a model has learned
# The cells run one by one in an editor that knows `# %%`, and all at once with `python3 notebook.py`.
# `npm run model` makes the model: who takes out a deposit after a call of a Portuguese bank?

# %%
import json

import matplotlib

matplotlib.use("Agg")  # without a display
import matplotlib.pyplot as plt
import numpy as np

import olmodel

settings, tensors = olmodel.read("bank.ol")
counts = json.loads(settings["counts"])
print(settings["rule"], settings["loss"], "learned from", counts["examples"], "examples")

# %% [markdown]
# ## Weights by name
# Features of other units have weights of other units. How much a feature moves the score is its weight times its scale, the largest
# magnitude that it had.

# %%
slots, weight = olmodel.weights(settings, tensors)
scale = np.abs(tensors["scale"])
row_of = {slot: row for row, slot in enumerate(slots)}
by_name = {
    name: (weight[row_of[slot]], scale[row_of[slot]])
    for slot, name in zip(*olmodel.names(settings, tensors))
    if slot in row_of
}
ranked = sorted(by_name.items(), key=lambda item: abs(item[1][0] * item[1][1]), reverse=True)
for name, (value, _) in ranked[:5]:
    print(f"{name:24} {value: .6g}")
with open("weights.json", "w") as file:
    json.dump({name: value for name, (value, _) in ranked}, file)

# %% [markdown]
# ## The picture

# %%
top = ranked[:20][::-1]
effect = [value * reach for _, (value, reach) in top]
figure, (left, right) = plt.subplots(1, 2, figsize=(11, 5.5), width_ratios=(3, 2), layout="constrained")
left.barh([name for name, _ in top], effect, color=["#0072b2" if e > 0 else "#d55e00" for e in effect])
left.axvline(0, color="black", linewidth=0.8)
left.set_xlabel("weight × largest magnitude: what the feature adds to the score at most")
left.set_title("The twenty features that count most")
all_effects = np.array([value * reach for _, (value, reach) in ranked])
right.hist(all_effects[all_effects != 0], bins=30, color="#0072b2")
right.set_xlabel("weight × largest magnitude")
right.set_ylabel("features")
right.set_title(f"All {np.count_nonzero(all_effects)} weights that are not 0")
figure.savefig("weights.png", dpi=120)
print("weights.png")
