import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { showSuccess } from "../announce";
import { t } from "../i18n/t";
import type { GameSession } from "./session";
import type { Deletion } from "./treeArrangement";
import * as arrangements from "./treeArrangement";
import { lineThrough, ROOT } from "./variationTree";

/** Tidies the variations of a game: deletes, promotes, folds, and undoes deletions. */
export class TreeEditor {
  /** Deletions of this game that can be undone, the last one at the end. */
  readonly deletions: Signal<readonly Deletion[]> = signal([]);
  /** Whether the current node is in a variation. */
  readonly isInVariation: ReadonlySignal<boolean>;
  /** First nodes of all variations. */
  readonly heads: ReadonlySignal<readonly number[]>;
  private key = "";

  constructor(private readonly session: GameSession) {
    const { tree, at } = session;
    this.isInVariation = computed(() => arrangements.variationHead(tree.value, at.value) !== null);
    this.heads = computed(() => arrangements.variationHeads(tree.value));
  }

  /** Deletes the current move and all that follows it. */
  async deleteHere(): Promise<void> {
    const { at } = this.session;
    if (at.value !== ROOT) await this.delete([at.value]);
  }

  /** Deletes all variations that the current line does not go through. */
  async deleteOthers(): Promise<void> {
    const { tree, at } = this.session;
    const line = new Set(lineThrough(tree.value, at.value));
    const beside = [...line].flatMap((id) => tree.value[id]!.children.filter((child) => !line.has(child)));
    if (beside.length > 0) await this.delete(beside);
  }

  /** Undoes the last deletion of this game. */
  async undelete(): Promise<void> {
    const { tree } = this.session;
    const last = this.ownDeletions().at(-1);
    if (!last) return;
    this.deletions.value = this.deletions.value.slice(0, -1);
    await this.session.arrangeTree(arrangements.restoreNodes(tree.value, last), last.at);
    showSuccess(t("tidy.restored", { count: last.nodes.length }));
  }

  /** Moves the variation of the current move up, or to the main line. */
  async promote(toMain: boolean): Promise<void> {
    const { tree, at } = this.session;
    if (!this.isInVariation.value) return;
    const arrange = toMain ? arrangements.promoteToMain : arrangements.promote;
    await this.session.arrangeTree(arrange(tree.value, at.value));
    const isMain = !this.isInVariation.value;
    showSuccess(t(isMain ? "tidy.isMain" : "tidy.promoted"));
  }

  /** Folds or unfolds the variation that begins at a node. */
  async fold(head: number, folded: boolean): Promise<void> {
    const { tree, at } = this.session;
    const isInside = folded && arrangements.subtree(tree.value, head).includes(at.value);
    await this.session.arrangeTree(arrangements.fold(tree.value, [head], folded), isInside ? head : at.value);
  }

  /** Folds all variations, or unfolds them if all are folded. */
  async foldAll(): Promise<void> {
    const { tree } = this.session;
    const folded = !this.isAllFolded;
    await this.session.arrangeTree(arrangements.fold(tree.value, this.heads.value, folded));
    showSuccess(t(folded ? "tidy.folded" : "tidy.unfolded", { count: this.heads.value.length }));
  }

  get isAllFolded(): boolean {
    const { tree } = this.session;
    return this.heads.value.length > 0 && this.heads.value.every((id) => tree.value[id]!.folded === true);
  }

  /** Whether a deletion of this game can be undone. */
  get canUndelete(): boolean {
    return this.session.key.value === this.key && this.deletions.value.length > 0;
  }

  private async delete(ids: readonly number[]): Promise<void> {
    const { tree, at } = this.session;
    const cut = arrangements.deleteNodes(tree.value, ids, at.value);
    this.deletions.value = [...this.ownDeletions(), cut.deletion];
    await this.session.arrangeTree(cut.tree, cut.at);
    showSuccess(t("tidy.deleted", { count: cut.deletion.nodes.length }));
  }

  /** The deletions, if they are those of the game that is shown. */
  private ownDeletions(): readonly Deletion[] {
    const { value: key } = this.session.key;
    if (key !== this.key) {
      this.key = key;
      this.deletions.value = [];
    }
    return this.deletions.value;
  }
}
