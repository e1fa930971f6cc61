/** The parts of the Pages platform that the workers of this folder use. */

export type Service = { fetch(request: Request): Promise<Response> }

export type EdgeEnv = {
  /** The built files of this Pages project. */
  ASSETS: Service
  /** The API, if the project has a service binding to it; otherwise it is called at its own host. */
  API?: Service
  /** The media server's address, `wss://…`, if it is another than the build knows. */
  LIVEKIT_URL?: string
}

export type EdgeContext = { waitUntil(work: Promise<unknown>): void }

export type EdgeWorker = {
  fetch(request: Request, env: EdgeEnv, context: EdgeContext): Promise<Response>
}

/** https://developers.cloudflare.com/workers/runtime-apis/html-rewriter/ */
type RewrittenElement = {
  readonly tagName: string
  readonly attributes: Iterable<[name: string, value: string]>
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  setInnerContent(content: string, options?: { html: boolean }): void
  after(content: string, options?: { html: boolean }): void
  remove(): void
}

type RewriteHandlers = {
  element?(element: RewrittenElement): void | Promise<void>
  text?(chunk: { readonly text: string }): void
}

declare global {
  class HTMLRewriter {
    on(selector: string, handlers: RewriteHandlers): this
    transform(response: Response): Response
  }
}
