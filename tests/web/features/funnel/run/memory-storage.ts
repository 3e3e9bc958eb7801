import type { DraftStorage } from '#web/features/funnel/run/draft.ts'

type Area = DraftStorage['lasting']

export function memoryArea(map = new Map<string, string>()): Area {
  return {
    getItem: (name) => map.get(name) ?? null,
    setItem: (name, value) => void map.set(name, value),
    removeItem: (name) => void map.delete(name),
  }
}
