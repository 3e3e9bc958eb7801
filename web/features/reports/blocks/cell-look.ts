import { classNames } from '#web/ui/class-names.ts'

interface Look {
  numeric?: boolean
  wraps?: boolean
  inCard?: CardLook
}

/**
 * Look of a cell if a phone shows the row as a card. `beside`: next to the card header. `bare`: without column title.
 * `fit`: without title, as wide as its text. `line`: a line of its own, after its title. `rest`: the rest of the line,
 * cut off if too long. `hidden`: only for assistive technology.
 */
export type CardLook = 'beside' | 'bare' | 'fit' | 'line' | 'rest' | 'hidden'

const inTable = ({ numeric, wraps }: Look) =>
  classNames(
    'px-1.5 py-2 first:pl-0 last:pr-0 sm:px-3 print:px-1 print:py-1.5',
    numeric ? 'text-right tabular-nums' : 'text-left',
    wraps ? 'min-w-24 sm:min-w-32 print:wrap-anywhere' : 'whitespace-nowrap',
    // Paper has little width.
    !numeric && 'print:whitespace-normal',
  )

/** Returns how many figures a card shows per line. If possible, chooses a count that leaves no line partly empty. */
export function figuresPerLine(columns: readonly Look[]): 1 | 2 | 3 {
  const figures = columns.filter(({ numeric, inCard }) => numeric && !inCard).length
  if (figures < 2) return 1
  return figures === 2 || figures === 4 ? 2 : 3
}

const anyCard =
  'max-sm:min-w-0 max-sm:p-0 max-sm:text-left max-sm:wrap-anywhere max-sm:hyphens-auto max-sm:whitespace-normal'

// The text of a card may wrap; this text may not.
const oneLine = 'max-sm:truncate max-sm:whitespace-nowrap!'

// In a card, CSS shows the column title in each cell. This title is hidden from screen readers, because they announce
// the column header anyway.
const titled = "max-sm:before:text-muted max-sm:before:content-[attr(data-title)_':_'/'']"
const titledAbove =
  "max-sm:self-end max-sm:before:block max-sm:before:text-[0.8125rem] max-sm:before:font-normal max-sm:before:text-muted max-sm:before:content-[attr(data-title)/'']"

/** Width of a cell in a card, by the number of cells per line. A single cell takes half of the line. */
const widths = {
  1: 'max-sm:basis-[calc(50%-0.375rem)]',
  2: 'max-sm:basis-[calc(50%-0.375rem)]',
  3: 'max-sm:basis-[calc(100%/3-0.5rem)]',
} as const

/**
 * Returns the class names of a table cell. If `card` is given, narrow screens show the cell as part of a card. Empty
 * text cells are not shown in cards.
 */
export function cellClass(look: Look, card: { figures: 1 | 2 | 3; empty: boolean } | undefined): string {
  if (!card) return inTable(look)
  const { numeric, inCard } = look
  if (inCard === 'hidden') return classNames(inTable(look), 'max-sm:sr-only')
  if (inCard === 'fit') return classNames(inTable(look), anyCard, oneLine, 'max-sm:max-w-full')
  if (inCard === 'line') return classNames(inTable(look), anyCard, 'max-sm:basis-full', titled)
  if (inCard === 'rest')
    return classNames(inTable(look), anyCard, oneLine, 'max-sm:flex-1 max-sm:text-right', titled)
  if (inCard === 'beside')
    return classNames(inTable(look), anyCard, 'max-sm:-order-1 max-sm:shrink-0 max-sm:text-right')
  const figures = numeric && !inCard ? card.figures : 1
  const title = inCard === 'bare' ? '' : figures === 1 ? titled : titledAbove
  if (figures === 1 && card.empty) return classNames(inTable(look), 'max-sm:sr-only')
  return classNames(inTable(look), anyCard, widths[figures], figures === 1 && 'max-sm:grow', title)
}

/** Returns the class names of a row header. If `cards` is true, it is the header of a card on narrow screens. */
export function rowHeaderClass(look: Look, columns: readonly Look[], cards: boolean): string {
  if (!cards) return classNames(inTable(look), 'font-normal')
  const beside = columns.some(({ inCard }) => inCard === 'beside')
  const width = beside ? 'max-sm:flex-1 max-sm:basis-1/2' : 'max-sm:basis-full'
  return classNames(inTable(look), 'font-normal max-sm:font-semibold max-sm:-order-2', anyCard, width)
}

/** Returns the class names of a column header. Its text may wrap. */
export function headingClass(look: Look): string {
  return classNames(inTable(look), 'font-semibold whitespace-normal! text-muted')
}
