import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')
export const port = Number(process.env.PORT ?? 8787)
/** All local state: database, files, Durable Objects, mail. */
export const stateDir = resolve(process.env.HESSA_STATE ?? join(root, '.hessa'))
export const distDir = join(root, 'dist')
export const bin = (name: string) => join(root, 'node_modules', '.bin', name)
