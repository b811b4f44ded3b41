import { userInfo } from 'node:os'

/** Who says it: as told, else the user of this machine. */
export const personOf = (as: string | undefined): string => as ?? userInfo().username
