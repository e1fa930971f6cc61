import { createPersistedStore, type Store, useStore } from './store.ts'

export type Density = 'comfortable' | 'compact'

/** A name for the state of a list: `search` is the query string of its address. */
export type SavedView = { name: string; search: string }

/** What a person chose for one list on this device. */
export type ListPreferences = {
  /** Columns by whether they are shown, where that differs from the list's own choice. */
  columns: Readonly<Record<string, boolean>>
  /** Columns in their order; those that are missing follow in the list's own. */
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

/** The preferences of the list with this id, and the function that changes some of them. */
export function useListPreferences(list: string) {
  const store = storeOf(list)
  const preferences = useStore(store)
  const change = (changes: Partial<ListPreferences>): void => store.set({ ...store.get(), ...changes })
  return { preferences, change }
}
