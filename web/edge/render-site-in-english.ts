import { renderSite as render } from './render-site.tsx'

/** The build puts `render-site.tsx` here with the English copy. */
export const renderSite = render
