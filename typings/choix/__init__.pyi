import numpy as np
from numpy.typing import NDArray

def ilsr_pairwise_dense(
    comp_mat: NDArray[np.float64], alpha: float = 0.0, max_iter: int = 100, tol: float = 1e-8
) -> NDArray[np.float64]: ...
