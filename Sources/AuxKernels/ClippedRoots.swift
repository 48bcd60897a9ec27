#if arch(x86_64)
  public import _Builtin_intrinsics.intel.sse
#endif

/// Returns the square roots of what is clipped to 0...1; that of NaN is 0.
///
/// Swift takes roots one by one, each with a test for numbers that have none, and makes a branch for each component that is
/// compared. The processor has one instruction for all four.
@inlinable
@inline(__always)
package func clippedRoots(_ values: SIMD4<Float>) -> SIMD4<Float> {
  #if arch(x86_64)
    // Of a value that is no number, `_mm_max_ps` gives the second operand.
    _mm_sqrt_ps(_mm_min_ps(_mm_max_ps(values, SIMD4()), SIMD4(repeating: 1)))
  #else
    let positive = SIMD4<Float>().replacing(with: values, where: values .> 0)
    return positive.replacing(with: 1, where: positive .> 1).squareRoot()
  #endif
}
