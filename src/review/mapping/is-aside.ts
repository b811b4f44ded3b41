/** Code beside the program that nobody imports, apart from tests. */
export const isAside = (path: string) => /(^|\/)(docs?|examples?|scripts?|tools|bench(marks?)?)\//.test(path)
