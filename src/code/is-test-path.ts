/**
 * Test code by the places where test runners look: folders `test`, `tests`, `__tests__`, a top-level `testing` (deeper ones
 * are often library code), and files named `test_x`, `x_test`, `x.test`, `x.spec`, `conftest`.
 */
export function isTestPath(path: string): boolean {
  return /(^|\/)(tests?|__tests__)\/|^testing\/|(^|\/)(test_[^/]*|[^/]*_test|[^/]*\.(test|spec)|conftest)\.[^/.]+$/.test(
    path,
  )
}
