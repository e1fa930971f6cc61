import { renderSite as render } from './render-site.tsx'

/** `render-site.tsx`, built with English texts. */
export const renderSite = render
