/** `robots.txt`: search engines leave out these addresses. Null for a request for anything else. */
export function robots({ url }: Request, hidden: readonly string[], sitemap?: string): Response | null {
  if (new URL(url).pathname !== '/robots.txt') return null
  const lines = ['User-agent: *', ...hidden.map((path) => `Disallow: ${path}`)]
  return new Response([...lines, ...(sitemap ? ['', `Sitemap: ${sitemap}`] : []), ''].join('\n'))
}
