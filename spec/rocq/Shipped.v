(** What holds of the shipped games?

    Every theorem of the other files is about all rules; here stands that the rulebooks are such rules, and what their packs count. *)
From Coq Require Import List Arith Lia Permutation Bool String.
From Aceten Require Import Cards Dealing Scoring Rules Table Tricks Play Relation Conservation Ending Progress Results Rulebooks.
Import ListNotations.

(** The parameters of every shipped game agree with each other. *)
Theorem shipped_are_sound : forall name r, In (name, r) shipped -> sound_rules r = true.
Proof.
  assert (H : forallb (fun game => sound_rules (snd game)) shipped = true) by (vm_compute; reflexivity).
  intros name r I. rewrite forallb_forall in H. exact (H (name, r) I).
Qed.

(** Whatever is played, somebody can act until the deal is over, and that comes after two actions for each card at most. *)
Theorem shipped_end : forall name r dealer deck n t, In (name, r) shipped -> Permutation deck (pack r) ->
  goes_on r (dealt r dealer deck) n t ->
  n <= 2 * List.length (pack r) /\ (over r t = true \/ exists a t', In a (conceivable r t) /\ step r t a t').
Proof.
  intros name r dealer deck n t I P G. assert (S := shipped_are_sound name r I).
  assert (some_players : 0 < players r) by (unfold sound_rules in S; rewrite !andb_true_iff, Nat.ltb_lt in S; tauto).
  rewrite <- (Permutation_length P). split; [now apply (bound_of_a_deal r some_players dealer deck n t)|].
  apply (no_dead_end r dealer deck t S (Permutation_length P)). now apply goes_on_plays with n.
Qed.

(** What all sides have in the end, the points for the last trick among them. In Hola for six two cards are left over, for nobody; in
    all other games none. *)
Definition total_of (r : rules) : nat := total (values r) (pack r) + last_trick_points r.

Theorem shipped_total : forall name r dealer deck t, In (name, r) shipped -> Permutation deck (pack r) ->
  plays r (dealt r dealer deck) t -> over r t = true ->
  list_sum (map (end_points r t) (all_sides r)) + total (values r) (talon t) = total_of r
  /\ List.length (talon t) = if (name =? "hola")%string && (players r =? 6) then 2 else 0.
Proof.
  intros name r dealer deck t I P H O. assert (S := shipped_are_sound name r I).
  assert (some_players : 0 < players r) by (unfold sound_rules in S; rewrite !andb_true_iff, Nat.ltb_lt in S; tauto).
  split.
  - pose proof (total_of_a_finished_deal r some_players dealer deck t H O) as K.
    rewrite (total_perm (values r) deck (pack r) P) in K. rewrite end_points_of_all by exact some_players. unfold total_of. lia.
  - assert (G : forallb (fun game => (List.length (pack (snd game)) mod players (snd game)
        =? if (fst game =? "hola")%string && (players (snd game) =? 6) then 2 else 0)
      && match leftover (snd game) with LastTrick => false | _ => true end) shipped = true) by (vm_compute; reflexivity).
    rewrite forallb_forall in G. specialize (G (name, r) I). cbn [fst snd] in G. apply andb_true_iff in G as [G N].
    apply Nat.eqb_eq in G. rewrite <- G, <- (Permutation_length P).
    apply (what_nobody_drew r some_players) with dealer; [intros E; now rewrite E in N|exact H|exact O].
Qed.

(** So every finished deal of Zsíros has 80 points, and so on. *)
Theorem totals : map (fun game => (fst game, players (snd game), total_of (snd game))) shipped =
  [("zsiros", 2, 80); ("zsiros", 4, 80); ("sedma", 2, 90); ("sedma", 4, 90); ("sedma-three", 3, 90); ("sedma-trumps", 2, 90);
   ("sedma-trumps", 4, 90); ("sedmice", 2, 90); ("sedmice", 4, 90); ("septica", 2, 8); ("septica", 3, 8); ("septica", 4, 8);
   ("hola", 2, 90); ("hola", 3, 90); ("hola", 4, 90); ("hola", 6, 170); ("ristikontra", 4, 120); ("ristiklappi", 2, 120);
   ("ristiklappi", 4, 120); ("lusti-kartln", 4, 90)]%string.
Proof. vm_compute. reflexivity. Qed.
