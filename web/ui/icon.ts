import type { LucideIcon } from 'lucide-react'

/** Any icon of lucide-react, imported one by one: `import { Search } from 'lucide-react'`. */
export type Icon = LucideIcon
