import { createPersistedStore, type Store, useStore } from './store.ts'

export type Density = 'comfortable' | 'compact'

/** A named state of a list: `search` is its address's query string. */
export type SavedView = { name: string; search: string }

/** A user's preferences for a list on this device. */
export type ListPreferences = {
  /** Visibility of columns, where it differs from the default. */
  columns: Readonly<Record<string, boolean>>
  /** The order of columns; missing ones follow in the default order. */
  order: readonly string[]
  density: Density
  views: readonly SavedView[]
}

const DEFAULTS: ListPreferences = { columns: {}, order: [], density: 'comfortable', views: [] }

const isView = (one: unknown): one is SavedView =>
  typeof (one as SavedView | null)?.name === 'string' && typeof (one as SavedView).search === 'string'

function read(text: string | null): ListPreferences {
  try {
    const stored = JSON.parse(text ?? '{}') as Partial<ListPreferences>
    const columns = Object.entries(stored.columns ?? {}).filter(([, isShown]) => typeof isShown === 'boolean')
    return {
      columns: Object.fromEntries(columns),
      order: Array.isArray(stored.order) ? stored.order.filter((id) => typeof id === 'string') : [],
      density: stored.density === 'compact' ? 'compact' : 'comfortable',
      views: Array.isArray(stored.views) ? stored.views.filter(isView) : [],
    }
  } catch {
    return DEFAULTS
  }
}

const stores = new Map<string, Store<ListPreferences>>()

function storeOf(list: string): Store<ListPreferences> {
  const store = stores.get(list) ?? createPersistedStore(`hessa.list.${list}`, { read, write: JSON.stringify })
  stores.set(list, store)
  return store
}

/** The preferences of a list, and a function that changes some of them. */
export function useListPreferences(list: string) {
  const store = storeOf(list)
  const preferences = useStore(store)
  const change = (changes: Partial<ListPreferences>): void => store.set({ ...store.get(), ...changes })
  return { preferences, change }
}
