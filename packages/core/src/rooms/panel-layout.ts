/** One line of a panel. With an action it can be pressed as a whole. */
export type PanelRow = {
  readonly id: string
  readonly text: string
  /** Smaller, below the text. */
  readonly detail?: string
  /** At the end of the line: a number, a sum, a state. */
  readonly value?: string
  readonly tone?: 'plain' | 'primary' | 'accent' | 'success' | 'warning' | 'error'
  readonly action?: string
  readonly chosen?: boolean
}

export type PanelAction = {
  readonly id: string
  readonly label: string
  readonly look: 'filled' | 'plain' | 'danger'
  readonly disabled?: boolean
}

/** A panel as data: drawn flat by the page or in the scene by the stage. */
export type PanelModel = {
  readonly id: string
  readonly title: string
  /** A sentence below the title. */
  readonly lead?: string
  readonly direction: 'ltr' | 'rtl'
  readonly language: string
  readonly rows: readonly PanelRow[]
  readonly actions: readonly PanelAction[]
  /** Which place it takes in the half circle before the person; cards stack by themselves. */
  readonly side?: 'left' | 'front' | 'right'
}

/** How wide a text is in a size and weight, in pixels of the panel. */
export type Measure = (text: string, size: number, weight: number) => number
export type LaidText = {
  readonly text: string
  readonly x: number
  /** Of the base line. */
  readonly y: number
  readonly size: number
  readonly weight: number
  readonly align: 'start' | 'end' | 'center'
  readonly ink: 'ink' | 'quiet' | 'tone' | 'on-filled' | 'off'
  readonly tone: NonNullable<PanelRow['tone']>
}
/** A box that is drawn, and pressed where it has an action. */
export type LaidBox = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly look: 'row' | 'chosen' | 'filled' | 'plain' | 'danger' | 'off' | 'line'
  readonly action: string | undefined
}
export type PanelLayout = {
  readonly width: number
  readonly height: number
  readonly texts: readonly LaidText[]
  readonly boxes: readonly LaidBox[]
}

/** Pixels of a panel: 1 000 are 62 cm, so that a line of 36 is 22 mm high and reads at 1.5 m. */
export const panelWidth = 1000
export const panelMetres = 0.62
const tallest = 1240
const edge = 44
const size = { title: 46, text: 36, detail: 29, button: 36 } as const
const leading = 1.32
const buttonHeight = 92

/** Breaks a text into lines no wider than `width`; long words and scripts without spaces are broken where they must. */
export function wrapText(text: string, width: number, most: number, wide: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of wordsOf(text, width, wide)) {
    const longer = line + word
    if (line === '' || wide(longer.trimEnd()) <= width) {
      line = longer.trimStart()
      continue
    }
    lines.push(line.trimEnd())
    line = word.trimStart()
  }
  if (line.trim() !== '') lines.push(line.trimEnd())
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), shortened(lines.slice(most - 1).join(' '), width, wide)]
}

function wordsOf(text: string, width: number, wide: (text: string) => number): string[] {
  return text.split(/(?<=\s)/u).flatMap((word) => (wide(word.trimEnd()) <= width ? [word] : [...word]))
}

/** The text, or its beginning with an ellipsis. */
export function shortened(text: string, width: number, wide: (text: string) => number): string {
  if (wide(text) <= width) return text
  const letters = [...text]
  while (letters.length > 1 && wide(`${letters.join('').trimEnd()}…`) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

/** Where everything of a panel is drawn, in pixels from its upper left corner; rows that find no room are left out. */
export function layPanel(panel: PanelModel, wide: Measure): PanelLayout {
  const texts: LaidText[] = []
  const boxes: LaidBox[] = []
  const rtl = panel.direction === 'rtl'
  const start = rtl ? panelWidth - edge : edge
  const end = rtl ? edge : panelWidth - edge
  const inner = panelWidth - 2 * edge
  let y = edge
  const put = (text: string, x: number, at: number, more: Partial<LaidText>) => {
    texts.push({ text, x, y: at, size: size.text, weight: 450, align: 'start', ink: 'ink', tone: 'plain', ...more })
  }
  const lines = (
    text: string,
    most: number,
    more: Partial<LaidText> & { size: number; weight: number },
    room = inner,
  ) => {
    for (const line of wrapText(text, room, most, (part) => wide(part, more.size, more.weight))) {
      put(line, start, y + more.size, more)
      y += more.size * leading
    }
  }
  lines(panel.title, 2, { size: size.title, weight: 650 })
  if (panel.lead !== undefined) {
    y += 4
    lines(panel.lead, 4, { size: size.detail, weight: 450, ink: 'quiet' })
  }
  y += 18
  const foot = panel.actions.length === 0 ? 0 : actionRows(panel.actions, inner, wide).length * (buttonHeight + 14) + 10
  for (const row of panel.rows) {
    const from = y
    const before = texts.length
    y += 14
    const room = row.value === undefined ? inner : inner - Math.min(wide(row.value, size.text, 550) + 28, inner * 0.5)
    if (row.value !== undefined) {
      const value = shortened(row.value, inner * 0.5 - 28, (part) => wide(part, size.text, 550))
      put(value, end, y + size.text, { align: 'end', weight: 550, ink: 'tone', tone: row.tone ?? 'plain' })
    }
    const ink = row.value === undefined && row.tone !== undefined ? 'tone' : 'ink'
    lines(row.text, 3, { size: size.text, weight: row.action ? 550 : 450, ink, tone: row.tone ?? 'plain' }, room)
    if (row.detail !== undefined) lines(row.detail, 2, { size: size.detail, weight: 450, ink: 'quiet' })
    y += 14
    if (y + foot > tallest - edge) {
      texts.length = before
      y = from
      break
    }
    const look = row.chosen ? 'chosen' : row.action === undefined ? 'line' : 'row'
    boxes.push({ x: edge - 22, y: from, width: inner + 44, height: y - from - 2, look, action: row.action })
  }
  y += 10
  for (const buttons of actionRows(panel.actions, inner, wide)) {
    const each = (inner - 16 * (buttons.length - 1)) / buttons.length
    for (const [at, { id, label, look, disabled }] of buttons.entries()) {
      const x = rtl ? panelWidth - edge - each - at * (each + 16) : edge + at * (each + 16)
      const action = disabled ? undefined : id
      boxes.push({ x, y, width: each, height: buttonHeight, look: disabled ? 'off' : look, action })
      const text = shortened(label, each - 32, (part) => wide(part, size.button, 600))
      const ink = disabled ? 'off' : look === 'plain' ? 'ink' : 'on-filled'
      put(text, x + each / 2, y + buttonHeight / 2 + size.button * 0.35, { align: 'center', weight: 600, ink })
    }
    y += buttonHeight + 14
  }
  return { width: panelWidth, height: Math.ceil(Math.min(tallest, y - (foot > 0 ? 14 : 0) + edge - 10)), texts, boxes }
}

/** Two buttons stand side by side where both fit. */
function actionRows(actions: readonly PanelAction[], inner: number, wide: Measure): PanelAction[][] {
  const rows: PanelAction[][] = []
  for (const action of actions) {
    const last = rows.at(-1)
    const fits = (one: PanelAction) => wide(one.label, size.button, 600) + 48 <= (inner - 16) / 2
    if (last?.length === 1 && last.every(fits) && fits(action)) last.push(action)
    else rows.push([action])
  }
  return rows
}

/** What a press at a place of the panel does. */
export function pressedOn({ boxes }: PanelLayout, x: number, y: number): string | undefined {
  const hit = boxes.find(
    (box) => box.action !== undefined && x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height,
  )
  return hit?.action
}
