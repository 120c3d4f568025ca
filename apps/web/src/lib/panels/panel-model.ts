export type PanelTone = 'plain' | 'primary' | 'accent' | 'success' | 'warning' | 'error'

/** One of several buttons in a row: a step or a choice. */
export type PanelButton = {
  readonly id: string
  readonly label: string
  readonly chosen?: boolean
  readonly disabled?: boolean
}

/** A row of a panel. With an action the whole row can be pressed. */
export type PanelRow = {
  readonly id: string
  readonly text: string
  /** Smaller text below the main text. */
  readonly detail?: string
  /** At the end of the row: a number, an amount, a state. */
  readonly value?: string
  readonly tone?: PanelTone
  readonly action?: string
  readonly chosen?: boolean
  /** Steps and choices: in line with the text if they fit, else below it. */
  readonly buttons?: readonly PanelButton[]
  /** Maximum number of text lines, 3 by default. */
  readonly lines?: number
}

export type PanelAction = {
  readonly id: string
  readonly label: string
  readonly look: 'filled' | 'plain' | 'danger'
  readonly disabled?: boolean
  /** Has to be held: a press alone does nothing, and the button fills while the trigger stays pulled. */
  readonly held?: boolean
}

/** A hold on a button begins, goes on for another frame, or ends. */
export type HoldInput = 'hold' | 'keep' | 'let-go'

/** A key of the scene keyboard; `wide` is in key widths. */
export type PanelKey = {
  readonly id: string
  readonly label: string
  readonly wide?: number
  readonly chosen?: boolean
}

/** A panel as data, drawn flat by the page or in the 3D scene. */
export type PanelModel = {
  readonly id: string
  readonly title: string
  /** A sentence below the title. */
  readonly lead?: string
  readonly direction: 'ltr' | 'rtl'
  readonly language: string
  readonly rows: readonly PanelRow[]
  /** Index of the visible page if the rows do not fit; too large means the last page. */
  readonly page?: number
  /** The text field, with a hint while it is empty. */
  readonly field?: { readonly text: string; readonly hint: string }
  readonly keys?: readonly (readonly PanelKey[])[]
  readonly actions: readonly PanelAction[]
  /** A notice fades after this time and is then closed by its action `close`, in milliseconds; pointing at it keeps it. */
  readonly lifeMs?: number
  /** Position in the half circle in front of the user; toasts stack separately. */
  readonly side?: PanelSide
}

export type PanelSide = 'left' | 'front' | 'right' | 'aside'

/** Pixels of a panel: 1,000 are 62 cm, so that text of 36 is 22 mm high and readable at 1.5 m. */
export const panelWidthPixels = 1000
export const panelWidthMetres = 0.62
/** Distance of panels from the user and radius of their curve, in metres. */
export const panelDistanceMetres = 0.92
/**
 * Counterclockwise angle of each position, in radians. Looking ahead, the user sees the left panel next to the model;
 * it gives way to a panel in front that needs an answer. Announcements are further aside. The last step of an answer is
 * aside too, opposite of them, and never overlaps the panel in front, so that no press meant for that one reaches it.
 */
export const panelAnglesRadians = { left: 0.47, front: 0, right: -0.71, aside: 0.71 } as const satisfies Record<
  PanelSide,
  number
>
/** Distance of the panels' centre below eye level, in metres. */
export const panelDropMetres = 0.12
