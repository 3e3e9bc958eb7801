export interface Shortcut {
  /** Value of `KeyboardEvent.key`. */
  key: ShortcutKey
  what: string
}

export type ShortcutKey = '?' | '/' | 'z' | 'a' | 'n' | 'j' | 'k' | 'x' | 'p' | 'v' | 'b'

/** The single-key shortcuts as the help dialog lists them. Enter and Tab work as everywhere. */
export const shortcutGroups: readonly { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Überall',
    shortcuts: [
      { key: '?', what: 'Diese Übersicht zeigen' },
      { key: '/', what: 'Suchen' },
      { key: 'z', what: 'Zu tun' },
      { key: 'a', what: 'Anfragen' },
      { key: 'n', what: 'Nächster Auftrag der Liste' },
    ],
  },
  {
    title: 'In Listen',
    shortcuts: [
      { key: 'j', what: 'Eine Zeile weiter' },
      { key: 'k', what: 'Eine Zeile zurück' },
      { key: 'x', what: 'Brief der Zeile wählen oder abwählen' },
      { key: 'p', what: 'Gewählte Briefe drucken' },
      { key: 'v', what: 'Gewählte Briefe als versendet melden (fragt nach)' },
    ],
  },
  {
    title: 'Im Auftrag',
    shortcuts: [
      { key: 'b', what: 'Zu den Befehlen' },
      { key: 'p', what: 'Brief öffnen und drucken' },
    ],
  },
]

/** Keys that act again while they are held down. */
export const repeatingKeys: ReadonlySet<string> = new Set<ShortcutKey>(['j', 'k'])
