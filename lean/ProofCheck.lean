prelude
import ProofCheck.Arithmetic
import ProofCheck.Model.Rejections
import ProofCheck.Model.Unfolding
import ProofCheck.NonVacuous
import ProofCheck.Rejections
import ProofCheck.RestlessBandit
import ProofCheck.Unfolding

/-! The whole project: a verified certificate checker, the lemmas on threshold policies, and those on
restless-bandit indices. -/
