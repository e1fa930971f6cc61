import { renderScreen as render } from './render-app.tsx'

/** The build puts `render-app.tsx` here with everything that it shows in English. */
export const renderScreen = render
