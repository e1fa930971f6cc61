import { Fragment, type ReactNode } from 'react'
import { type Piece, piecesOf } from './markup.ts'

const looks: Record<string, (inner: ReactNode) => ReactNode> = {
  b: (inner) => <strong>{inner}</strong>,
  strong: (inner) => <strong>{inner}</strong>,
  h3: (inner) => <strong className="block">{inner}</strong>,
  i: (inner) => <em>{inner}</em>,
  p: (inner) => <span className="block">{inner}</span>,
  div: (inner) => <span className="block">{inner}</span>,
  ul: (inner) => <span className="block ps-4">{inner}</span>,
  li: (inner) => <span className="list-item">{inner}</span>,
  br: () => <br />,
}

function show(piece: Piece): ReactNode {
  if (piece.kind === 'text') return piece.text
  if (piece.kind === 'link') {
    return (
      <a href={piece.href} target="_blank" rel="noopener noreferrer nofollow ugc" dir="ltr" className="underline">
        {piece.text}
      </a>
    )
  }
  return looks[piece.name]?.(<Pieces pieces={piece.pieces} />) ?? <Pieces pieces={piece.pieces} />
}

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no id but their place, and never move
  return pieces.map((piece, place) => <Fragment key={place}>{show(piece)}</Fragment>)
}

/** A message's text: its allowed tags as elements, addresses as links, everything else as plain text. */
export function RichText({ text }: { text: string }) {
  return <Pieces pieces={piecesOf(text)} />
}
