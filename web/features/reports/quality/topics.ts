/** Topics of the page about data quality. `value` is the value of the URL parameter `thema`. */
export const qualityTopics = [
  { value: 'erfassung', name: 'Erfassung' },
  { value: 'abgewiesen', name: 'Abgewiesene Ereignisse' },
  { value: 'zustellung', name: 'Zustellung' },
] as const
export type QualityTopic = (typeof qualityTopics)[number]['value']
