import { customRangeKey, presets } from '#web/features/reports/filters/period.ts'
import type { ShortcutGroup } from '#web/ui/shortcuts/use-shortcuts.ts'

/** The single-key shortcuts as the help dialog lists them. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  { title: 'Überall', shortcuts: [{ key: '?', what: 'Diese Übersicht zeigen' }] },
  {
    title: 'Zeitraum',
    shortcuts: [
      ...presets.map(({ key, name }) => ({ key, what: name })),
      { key: customRangeKey, what: 'Frei gewählt' },
    ],
  },
]
