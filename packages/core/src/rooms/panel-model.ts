export type PanelTone = 'plain' | 'primary' | 'accent' | 'success' | 'warning' | 'error'

/** One of several things to press in a row: a step, a choice. */
export type PanelButton = {
  readonly id: string
  readonly label: string
  readonly chosen?: boolean
  readonly disabled?: boolean
}

/** One line of a panel. With an action it can be pressed as a whole. */
export type PanelRow = {
  readonly id: string
  readonly text: string
  /** Smaller, below the text. */
  readonly detail?: string
  /** At the end of the line: a number, a sum, a state. */
  readonly value?: string
  readonly tone?: PanelTone
  readonly action?: string
  readonly chosen?: boolean
  /** Steps and choices: beside the text where they fit, else below it. */
  readonly buttons?: readonly PanelButton[]
  /** How many lines the text may have; three unless told. */
  readonly lines?: number
}

export type PanelAction = {
  readonly id: string
  readonly label: string
  readonly look: 'filled' | 'plain' | 'danger'
  readonly disabled?: boolean
}

/** A key of the keyboard in the scene; `wide` counts in letters. */
export type PanelKey = {
  readonly id: string
  readonly label: string
  readonly wide?: number
  readonly chosen?: boolean
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
  /** Which part of the rows is in sight where they are more than the panel holds, from 0; too much is the last. */
  readonly page?: number
  /** What is being written, with what it says while there is nothing. */
  readonly field?: { readonly text: string; readonly hint: string }
  readonly keys?: readonly (readonly PanelKey[])[]
  readonly actions: readonly PanelAction[]
  /** Which place it takes in the half circle before the person; cards stack by themselves. */
  readonly side?: PanelSide
}

export type PanelSide = 'left' | 'front' | 'right'

/** Pixels of a panel: 1 000 are 62 cm, so that a line of 36 is 22 mm high and reads at 1.5 m. */
export const panelWidth = 1000
export const panelMetres = 0.62
/** How far panels stand from the person, and so how they are curved, in metres. */
export const panelArm = 0.92
/**
 * How far each place is turned to the left, in radians. Who looks ahead has the left one in sight beside the work; it
 * makes way for what asks for an answer in front. What is told stands farther aside.
 */
export const panelAngles = { left: 0.47, front: 0, right: -0.71 } as const satisfies Record<PanelSide, number>
/** Panels hang with their middle this far below the eyes, in metres. */
export const panelDrop = 0.12
