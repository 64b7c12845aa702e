import { Component, type ReactNode } from "react";

import { Button } from "../shared/parts/Button";
import { Empty } from "../shared/parts/Empty";
import { ErrorNote } from "../shared/parts/ErrorNote";
import { Actions } from "../shared/parts/Actions";
import { Page } from "../shared/parts/Page";

// The texts of browsers that cannot load a part of the console.
const NOT_LOADED = /dynamically imported module|module script/i;

interface Properties {
  readonly place: string; // another place tries again
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
}

// Keeps a fault of one view from ending the console.
export class Boundary extends Component<Properties, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError = (error: unknown): State => ({ error: error ?? new Error("unknown") });

  override componentDidUpdate(before: Properties): void {
    if (before.place !== this.props.place && this.state.error !== undefined) this.again();
  }

  private readonly again = (): void => this.setState({ error: undefined });

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return NOT_LOADED.test(String(error)) ? <NotLoaded /> : <Fault error={error} again={this.again} />;
  }
}

const reload = (): void => location.reload();

const NotLoaded = () => (
  <Page title="This view is not loaded">
    <Empty title="The server did not send this view">
      <p>It may be gone for the moment, or have another version now, whose views have other names.</p>
      <Button onClick={reload}>Reload the console</Button>
    </Empty>
  </Page>
);

const Fault = ({ error, again }: { readonly error: unknown; readonly again: () => void }) => (
  <Page title="This view has met a fault">
    <ErrorNote error={error} />
    <Actions>
      <Button onClick={again}>Show it again</Button>
      <Button onClick={reload}>Reload the console</Button>
    </Actions>
  </Page>
);
