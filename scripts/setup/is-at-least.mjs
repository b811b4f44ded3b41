/**
 * Whether a version such as `8.0.1+dfsg1-1` is `minimum`, such as `7.2`, or newer.
 *
 * @param {string} version
 * @param {string} minimum
 */
export function isAtLeast(version, minimum) {
  const [major = 0, minor = 0] = version.split(/[.+~-]/).map(Number)
  const [wantedMajor = 0, wantedMinor = 0] = minimum.split('.').map(Number)
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)
}
