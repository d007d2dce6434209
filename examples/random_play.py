"""Random play: how many actions a deal has in each game, and how many are legal at a time. Nobody claims to have won, if he can help it."""

import random

import aceten

DEALS = 20


def main() -> None:
    """Play deals of every game to their end, and count."""
    chance = random.Random(1)
    print(f"{'game':20}{'actions a deal':>16}{'legal at a time':>17}")
    for name in aceten.games():
        game = aceten.load(name)
        actions = choices = 0
        for seed in range(DEALS):
            state = game.deal(seed)
            while not state.over:
                likely = [action for action in state.legal if not isinstance(action, aceten.Claim)]
                actions, choices = actions + 1, choices + len(state.legal)
                state = state.play(chance.choice(likely or state.legal))
        print(f"{game!s:20}{actions / DEALS:16.1f}{choices / actions:17.1f}")


if __name__ == "__main__":
    main()
