"""Certificates: a value with its proof, which another program checks without a line of the solver; and a false one, which it refuses."""

import aceten
import aceten_certificates
import aceten_solver


def main() -> None:
    """Certify what a position is worth, check it, and spoil it."""
    position = aceten.parse_state("zsiros/4 hands=AhAcOd7s,ThTc9d7h,KcKd8s7c,AsOhUd7d points=10,20 tricks=2,2")
    certificate = aceten_solver.certify(position)
    told = certificate.to_bytes()
    print(f"{len(told)} bytes prove:")
    for words in aceten_certificates.check(told).words:
        print(f"  {words}")
    spoilt = told[:-1] + bytes([told[-1] ^ 1])
    try:
        aceten_certificates.check(spoilt)
    except aceten_certificates.CertificateError as error:
        print(f"refused: {error}")
    try:
        aceten_solver.certify(position, at_least=51)
    except aceten.UsageError as error:
        print(f"refused: {error}")


if __name__ == "__main__":
    main()
