import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')
export const port = Number(process.env.PORT ?? 8787)
/** Where Vite serves the app, the dashboard and the site, if it does: `npm run dev`. */
const viteOrigins = process.env.VITE_ORIGINS?.split(',')
export const isHot = viteOrigins !== undefined
/** The origins of the app, the dashboard and the site. */
export const webOrigins = viteOrigins ?? ['', 'admin.', 'www.'].map((host) => `http://${host}localhost:${port}`)
/** All local state: database, files, Durable Objects, mail. */
export const stateDir = resolve(process.env.HESSA_STATE ?? join(root, '.hessa'))
export const distDir = join(root, 'dist')
export const bin = (name: string) => join(root, 'node_modules', '.bin', name)
