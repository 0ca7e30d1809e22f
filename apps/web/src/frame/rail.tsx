import { Ellipsis, PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { Link, useLocation } from "react-router";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { type Destination, destinationsOf, isAt } from "./destinations.ts";
import { Mark } from "./mark.tsx";
import { isRailPinned, pinRail } from "./rail-pin.ts";
import "./rail.css";

/** Places that fit the bottom bar of a phone beside "More". */
const BOTTOM_BAR = 4;

interface RailProps {
  readonly isNarrowByDefault: boolean;
}

export function Rail({ isNarrowByDefault }: RailProps) {
  const places = destinationsOf(useCurrentUser());
  const [isPinned, setPinned] = useState(() => isRailPinned(isNarrowByDefault));
  const further = places.length > BOTTOM_BAR + 1 ? places.slice(BOTTOM_BAR) : [];
  const togglePin = () => {
    pinRail(!isPinned);
    setPinned(!isPinned);
  };
  const { isHushed, speak } = useHushedNames();

  return (
    <nav
      className="v-rail"
      aria-label={messages.frame.main}
      data-pinned={isPinned || undefined}
      data-hushed={isHushed || undefined}
      onFocus={speak}
    >
      <Link to="/" className="v-rail-mark" aria-label={messages.product}>
        <Mark />
        <span className="v-rail-product">{messages.product}</span>
      </Link>
      <ul className="v-rail-places">
        {places.map((place) => (
          <li key={place.to} data-further={further.includes(place) || undefined} onPointerEnter={speak}>
            <Place place={place} />
          </li>
        ))}
        {further.length > 0 && (
          <li className="v-rail-more">
            <Further places={further} />
          </li>
        )}
      </ul>
      <Button className="v-rail-place v-rail-pin" onPress={togglePin} onHoverStart={speak} aria-pressed={isPinned}>
        {isPinned ? <PanelLeftClose aria-hidden /> : <PanelLeftOpen aria-hidden />}
        <span className="v-rail-label">{isPinned ? messages.frame.unpin : messages.frame.pin}</span>
      </Button>
    </nav>
  );
}

/** Names beside icons go at Escape, until another is pointed at or in hand (WCAG 1.4.13). */
function useHushedNames() {
  const [isHushed, setHushed] = useState(false);
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === "Escape") setHushed(true);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return { isHushed, speak: () => setHushed(false) };
}

interface PlaceProps {
  readonly place: Destination;
}

function Place({ place }: PlaceProps) {
  const { pathname } = useLocation();
  return (
    <Link to={place.to} className="v-rail-place" aria-current={isAt(place, pathname) ? "page" : undefined}>
      <place.icon aria-hidden />
      <span className="v-rail-label">{place.label}</span>
    </Link>
  );
}

interface FurtherProps {
  readonly places: readonly Destination[];
}

function Further({ places }: FurtherProps) {
  const { pathname } = useLocation();
  return (
    <MenuTrigger>
      <Button
        className="v-rail-place"
        {...(places.some((place) => isAt(place, pathname)) ? { "aria-current": "page" } : {})}
      >
        <Ellipsis aria-hidden />
        <span className="v-rail-label">{messages.frame.more}</span>
      </Button>
      <Popover className="v-popover" placement="top end">
        <Menu className="v-menu">
          {places.map((place) => (
            <MenuItem key={place.to} href={place.to} className="v-menu-item" textValue={place.label}>
              <place.icon aria-hidden />
              {place.label}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
