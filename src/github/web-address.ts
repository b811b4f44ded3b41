/** Where the repositories of a GitHub are, by the address of its API: `https://github.com`, `https://ghe.example.org`. */
export function webAddress(apiUrl: string): string {
  const { hostname, origin } = new URL(apiUrl)
  const isGitHubs = hostname === 'api.github.com' || /^api\.[\w-]+\.ghe\.com$/.test(hostname)
  return isGitHubs ? origin.replace('//api.', '//') : origin
}
