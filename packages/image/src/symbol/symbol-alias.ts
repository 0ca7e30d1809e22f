/** SF Symbols' names and what the bundled set calls the same thing. Names that are equal in both need no line. */
const PAIRS =
  "square.and.pencil=square-pen folder.badge.plus=folder-plus folder.badge.minus=folder-minus gear=settings " +
  "gearshape=settings trash=trash-2 magnifyingglass=search xmark=x checkmark=check checkmark.circle=circle-check " +
  "xmark.circle=circle-x plus.circle=circle-plus minus.circle=circle-minus info.circle=info " +
  "questionmark.circle=circle-question-mark exclamationmark.triangle=triangle-alert " +
  "exclamationmark.circle=circle-alert doc=file doc.text=file-text doc.on.doc=copy doc.on.clipboard=clipboard-paste " +
  "square.and.arrow.up=share square.and.arrow.down=download arrow.down.circle=circle-arrow-down " +
  "arrow.clockwise=rotate-cw arrow.counterclockwise=rotate-ccw arrow.triangle.2.circlepath=refresh-cw play.fill=play " +
  "pause.fill=pause stop.fill=square forward.fill=fast-forward backward.fill=rewind speaker.wave.2=volume-2 " +
  "speaker.slash=volume-x mic.slash=mic-off photo=image display=monitor desktopcomputer=monitor laptopcomputer=laptop " +
  "iphone=smartphone wifi.slash=wifi-off antenna.radiowaves.left.and.right=radio-tower bolt=zap " +
  "battery.100=battery-full memorychip=memory-stick externaldrive=hard-drive server.rack=server envelope=mail " +
  "bubble.left=message-square bell.slash=bell-off alarm=alarm-clock person=user person.2=users " +
  "person.crop.circle=circle-user lock.open=lock-open eye.slash=eye-off mappin=map-pin location=navigation " +
  "building.2=building-2 cart=shopping-cart creditcard=credit-card chart.bar=chart-column chart.pie=chart-pie " +
  "chart.line.uptrend.xyaxis=trending-up list.bullet=list list.number=list-ordered square.grid.2x2=grid-2x2 " +
  "line.3.horizontal=menu slider.horizontal.3=sliders-horizontal textformat=type sun.max=sun";

export const SYMBOL_ALIASES: ReadonlyMap<string, string> = new Map(
  PAIRS.split(" ").map((pair) => {
    const [name = "", own = ""] = pair.split("=");
    return [name, own];
  }),
);
