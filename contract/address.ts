/** Where a call is made, which is all of its contract that a client needs at run time: its types are in `client.ts`. */
export type CallAddress = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v1`, with `:name` for parameters. */
  path: `/${string}`
}

/** The address of a call; its literal types are kept. */
export const address = <const M extends CallAddress['method'], const P extends CallAddress['path']>(
  method: M,
  path: P,
) => ({ method, path })
