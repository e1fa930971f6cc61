/** The hosts in the pages are those of the deployment; `links.ts` replaces the app's in other environments. */
export type SiteOrigins = { site: string; app: string }

/** The origins of the worker's configuration: `WEB_ORIGINS` names the app first and the site last. */
export function originsOf(configuration: string): SiteOrigins {
  const origins = /^WEB_ORIGINS = "([^"]+)"$/m.exec(configuration)?.[1]?.split(',') ?? []
  const [app, site] = [origins.at(0), origins.at(-1)]
  if (!app || !site) throw new Error('WEB_ORIGINS is not set in wrangler.toml')
  return { app, site }
}
