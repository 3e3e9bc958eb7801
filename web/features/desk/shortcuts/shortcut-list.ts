import type { ShortcutGroup } from '#web/ui/shortcuts/use-shortcuts.ts'

/** The single-key shortcuts as the help dialog lists them. Enter and Tab work as everywhere. */
export const shortcutGroups: readonly ShortcutGroup[] = [
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
