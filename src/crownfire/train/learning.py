"""Proximal policy optimisation: updates a network from samples."""

import torch
from torch import Tensor
from torch.nn.functional import mse_loss
from torch.nn.utils import clip_grad_norm_

from crownfire.bots.network import Network
from crownfire.train.rollout import Samples

__all__ = ["learn"]

_EPOCHS, _MINIBATCH = 2, 1024
_CLIP = 0.2  # largest relative change of a move's probability
_VALUE_WEIGHT, _ENTROPY_WEIGHT, _MAX_GRADIENT = 0.5, 0.01, 1.0


def learn(
    network: Network,
    optimizer: torch.optim.Optimizer,
    samples: Samples,
    rng: torch.Generator,
    *,
    imitate: bool,
) -> float:
    """Updates the network from samples and returns the mean entropy of its policy.

    With `imitate` the actions are those of a teacher, and their cross-entropy replaces the policy loss.
    """
    data = [torch.from_numpy(array) for array in samples]
    entropies = []
    for _ in range(_EPOCHS):
        for rows in torch.randperm(len(data[0]), generator=rng).split(_MINIBATCH):  # type: ignore[no-untyped-call]  # PyTorch's types have gaps
            loss, entropy = _loss(network, imitate, *(column[rows] for column in data))
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # see above
            clip_grad_norm_(network.parameters(), _MAX_GRADIENT)
            optimizer.step()
            entropies.append(entropy)
    return sum(entropies) / len(entropies)


def _loss(
    network: Network,
    imitate: bool,
    observations: Tensor,
    masks: Tensor,
    actions: Tensor,
    log_probabilities: Tensor,
    advantages: Tensor,
    returns: Tensor,
) -> tuple[Tensor, float]:
    logits, values = network(observations, masks)
    current = logits.log_softmax(1)
    chosen = current.gather(1, actions[:, None])[:, 0]
    entropy = -(current.exp() * current).sum(1).mean()
    value_loss = _VALUE_WEIGHT * mse_loss(values, returns)
    if imitate:
        return value_loss - chosen.mean(), entropy.item()
    spread = advantages.std() if len(advantages) > 1 else advantages.new_ones(())  # a single sample has none
    normalised = (advantages - advantages.mean()) / (spread + 1e-6)
    ratio = (chosen - log_probabilities).exp()
    clipped = torch.minimum(ratio * normalised, ratio.clamp(1 - _CLIP, 1 + _CLIP) * normalised)
    return value_loss - clipped.mean() - _ENTROPY_WEIGHT * entropy, entropy.item()
