/**
 * For a route's loader: waits at the edge for what its screen shows first, since its markup needs it. In browsers the screen
 * opens at once, and its own queries fetch it while it shows placeholders.
 */
export async function atEdge(load: () => readonly Promise<unknown>[]): Promise<void> {
  if (import.meta.env.SSR) await Promise.all(load())
}
