(** Sums and places in lists, of which the library of Coq does not speak. *)
From Coq Require Import List Arith Lia Permutation Bool.
Import ListNotations.

Lemma list_sum_both : forall (f g : nat -> nat) l, list_sum (map (fun x => f x + g x) l) = list_sum (map f l) + list_sum (map g l).
Proof. induction l; simpl; lia. Qed.

Lemma sum_of_one : forall n (f : nat -> nat) one, one < n -> list_sum (map (fun x => if x =? one then f x else 0) (seq 0 n)) = f one.
Proof.
  induction n as [|n IH]; intros f one H; [lia|]. rewrite seq_S, map_app, list_sum_app. simpl.
  destruct (Nat.eqb_spec n one) as [->|N].
  - assert (Z : list_sum (map (fun x => if x =? one then f x else 0) (seq 0 one)) = 0); [|lia].
    clear. assert (G : forall l, (forall x, In x l -> x <> one) -> list_sum (map (fun x => if x =? one then f x else 0) l) = 0).
    { induction l as [|x l IH]; intros H; [reflexivity|]. simpl.
      destruct (Nat.eqb_spec x one) as [E|_]; [destruct (H x); [now left|assumption]|].
      apply IH. intros y I. apply H. now right. }
    apply G. intros x I. apply in_seq in I. lia.
  - rewrite IH by lia. lia.
Qed.

Lemma sum_of_list : forall l, list_sum (map (fun place => nth place l 0) (seq 0 (length l))) = list_sum l.
Proof. induction l as [|x l IH]; [reflexivity|]. simpl. rewrite <- seq_shift, map_map. f_equal. exact IH. Qed.

Lemma sum_below : forall n m, list_sum (map (fun x => if x <? n then 1 else 0) (seq 0 m)) = Nat.min n m.
Proof.
  intros n m. induction m as [|m IH]; [simpl; lia|]. rewrite seq_S, map_app, list_sum_app, IH. simpl.
  destruct (Nat.ltb_spec m n); lia.
Qed.

Lemma sum_perm : forall a b, Permutation a b -> list_sum a = list_sum b.
Proof. induction 1; simpl; lia. Qed.

Lemma sum_of_same : forall n from x, list_sum (map (fun _ => x) (seq from n)) = n * x.
Proof. induction n as [|n IH]; intros; [reflexivity|]. simpl. f_equal. apply IH. Qed.

Lemma sum_of_repeat : forall n x, list_sum (repeat x n) = n * x.
Proof. induction n; simpl; intros; [reflexivity|]. change (x + list_sum (repeat x n) = x + n * x). now rewrite IHn. Qed.

Lemma distinct_map : forall (A B : Type) (f : A -> B) l, (forall a b, In a l -> In b l -> f a = f b -> a = b) -> NoDup l -> NoDup (map f l).
Proof.
  induction l as [|x l IH]; intros H D; simpl; [constructor|]. inversion D as [|? ? N D']; subst. constructor.
  - intros I. apply in_map_iff in I as [y [E I]]. apply N. rewrite (H x y); [assumption|now left|now right|now symmetry].
  - apply IH; [intros a b I J; apply H; now right|assumption].
Qed.
