prelude
import ProofCheck.AgeThreshold
import ProofCheck.Arithmetic
import ProofCheck.NonVacuous
import ProofCheck.Rejections
import ProofCheck.Unfolding

/-! The whole project: a verified certificate checker and the lemmas on threshold policies. -/
