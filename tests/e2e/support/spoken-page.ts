import type { Page } from 'playwright/test'

interface Value {
  value?: string | number | boolean
}

interface AxNode {
  nodeId: string
  backendDOMNodeId?: number
  childIds?: string[]
  ignored: boolean
  role?: Value
  name?: Value
  description?: Value
  value?: Value
  properties?: { name: string; value: Value }[]
}

/** Roles that are read as a name only. Their content is the name or the value again. */
const leaves = new Set([
  'button',
  'checkbox',
  'combobox',
  'DisclosureTriangle',
  'heading',
  'link',
  'radio',
  'searchbox',
  'term',
  'textbox',
])
/** Roles of which only the content is read. */
const silent = new Set([
  'generic',
  'none',
  'sectionheader',
  'Section',
  'paragraph',
  'LineBreak',
  'DescriptionList',
])
/** Labels of controls. Their text is read as the name of the control, so that only controls in them are listed. */
const labels = new Set(['LabelText', 'Legend'])
const inline = new Set(['StaticText', 'strong', 'emphasis', 'time'])
const states = new Set(['checked', 'disabled', 'expanded', 'invalid', 'live', 'required'])
const indent = '  '

/**
 * Returns what a screen reader reads in the main part of a page: one line per element, in reading order, with role,
 * name, states, value and description. Unlike Playwright's snapshots, it contains the descriptions of controls and
 * whether they are required or invalid. Works in Chromium only.
 */
export async function spokenPage(page: Page): Promise<string> {
  const { nodes, attributesOf } = await accessibleNodes(page)
  // Chromium's tree contains this state only for text inputs.
  for (const node of nodes)
    if (attributesOf(node).has('required') || attributesOf(node).has('aria-required'))
      node.properties = [...(node.properties ?? []), { name: 'required', value: { value: true } }]
  const main = nodes.find((node) => !node.ignored && roleOf(node) === 'main')
  if (!main) throw new Error('the page has no main part')
  return linesOf(main, new Map(nodes.map((node) => [node.nodeId, node])), 0).join('\n')
}

/** Returns Chromium's accessibility tree of a page and a function that returns the attributes of a node's element. */
export async function accessibleNodes(page: Page) {
  const client = await page.context().newCDPSession(page)
  const { nodes } = (await client.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] }
  await client.send('DOM.enable')
  const { nodes: elements } = await client.send('DOM.getFlattenedDocument', { depth: -1 })
  await client.detach()
  const attributes = new Map(
    elements.map(({ backendNodeId, attributes: list }) => [backendNodeId, pairs(list)]),
  )
  return {
    nodes,
    attributesOf: (node: AxNode) => attributes.get(node.backendDOMNodeId ?? 0) ?? new Map<string, string>(),
  }
}

/** Converts the list of names and values to a map. */
function pairs(list: readonly string[] = []): Map<string, string> {
  return new Map(list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1] ?? '']] : [])))
}

type Nodes = ReadonlyMap<string, AxNode>

const roleOf = (node: AxNode) => String(node.role?.value ?? '')
const textOf = (value: Value | undefined) => String(value?.value ?? '')
const isLive = ({ properties = [] }: AxNode) =>
  properties.some(({ name, value }) => name === 'live' && value.value !== 'off')
const tidy = (text: string) => text.replace(/\s+/g, ' ').trim()
const childrenOf = (node: AxNode, nodes: Nodes) => (node.childIds ?? []).flatMap((id) => nodes.get(id) ?? [])

function linesOf(node: AxNode, nodes: Nodes, depth: number): string[] {
  const role = roleOf(node)
  if (role === 'ListMarker') return []
  if (inline.has(role)) return [indent.repeat(depth) + tidy(inlineText(node, nodes))]
  if (labels.has(role))
    return controlsIn(node, nodes).map((control) => indent.repeat(depth) + describe(control))
  if ((node.ignored || silent.has(role)) && !isLive(node)) return contentOf(node, nodes, depth)
  const content = leaves.has(role) ? [] : contentOf(node, nodes, depth + 1)
  // An empty live region is not read.
  if (isLive(node) && content.length === 0) return []
  return [indent.repeat(depth) + describe(node), ...content]
}

/** Returns the lines of the children. Adjacent texts are read as one. */
function contentOf(node: AxNode, nodes: Nodes, depth: number): string[] {
  const lines: string[] = []
  let text = ''
  const endText = () => {
    if (tidy(text) !== '') lines.push(indent.repeat(depth) + tidy(text))
    text = ''
  }
  for (const child of childrenOf(node, nodes)) {
    if (inline.has(roleOf(child))) {
      text += inlineText(child, nodes)
      continue
    }
    endText()
    lines.push(...linesOf(child, nodes, depth))
  }
  endText()
  return lines
}

function inlineText(node: AxNode, nodes: Nodes): string {
  if (roleOf(node) === 'StaticText') return textOf(node.name)
  return childrenOf(node, nodes)
    .map((child) => inlineText(child, nodes))
    .join('')
}

function controlsIn(node: AxNode, nodes: Nodes): AxNode[] {
  return childrenOf(node, nodes).flatMap((child) =>
    leaves.has(roleOf(child)) ? [child] : controlsIn(child, nodes),
  )
}

function describe(node: AxNode): string {
  const role = roleOf(node) === 'DisclosureTriangle' ? 'summary' : roleOf(node)
  const [name, value, description] = [node.name, node.value, node.description].map((one) => tidy(textOf(one)))
  const level = String(node.properties?.find((property) => property.name === 'level')?.value.value)
  const said = (node.properties ?? [])
    .filter((property) => states.has(property.name))
    .map((property) => ({ state: property.name, is: textOf(property.value) }))
    .filter(({ state, is }) => state === 'expanded' || (is !== 'false' && is !== 'off'))
    .map(({ state, is }) => (is === 'true' ? state : `${state} ${is}`))
  return [
    `${role === 'heading' ? `heading ${level}` : role}${name ? ` "${name}"` : ''}`,
    ...new Set(said),
    ...(value ? [`value "${value}"`] : []),
    ...(description ? [`described "${description}"`] : []),
  ].join(', ')
}
