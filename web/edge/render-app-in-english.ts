import { renderScreen as render } from './render-app.tsx'

/** `render-app.tsx`, built with English texts. */
export const renderScreen = render
