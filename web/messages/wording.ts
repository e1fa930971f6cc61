export type Catalogue = { readonly [key: string]: string | Catalogue }

/** The same keys with other sentences. */
export type Wording<C extends Catalogue> = { readonly [K in keyof C]: C[K] extends Catalogue ? Wording<C[K]> : string }
