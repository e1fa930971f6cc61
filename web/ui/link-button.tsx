import { createLink } from '@tanstack/react-router'
import { AnchorButton } from './anchor-button.tsx'

/** A link to a route that looks like a button; `to`, `params` and `search` are the router's. */
export const LinkButton = createLink(AnchorButton)
