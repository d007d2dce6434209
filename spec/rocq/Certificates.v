(** Does a certificate prove what a position is worth?

    A certificate tells the actions of one side alone, in the order in which a walk comes to its turns; the walk tries all actions of the
    others, and remembers what it has proved, of all positions that are alike at once. Whatever it accepts is true. It needs no bound, and
    no faith in who wrote the certificate. *)
From Coq Require Import List Arith Lia Bool PArith FMapPositive.
From Aceten Require Import Cards Dealing Scoring Rules Table Tricks Play Relation Conservation Ending Progress Values Alike.
Import ListNotations.

Section Certificates.
Variable r : rules.
Variable mine : nat -> bool.
Variable wanted : table -> bool.

(** What is remembered: proved positions, by what they have in common with all from which play goes on alike, with what bears on the claim
    beside, such as the points that are captured. One [covers] another where a proof of the first is one of the second. *)
Variable mark : Type.
Variable mark_of : table -> mark.
Variable covers : mark -> mark -> bool.

(** Remembered positions are found by a number. Any number does; a good one saves time. *)
Variable number : signature -> positive.
Definition memory := PositiveMap.t (list (signature * mark)).

Definition signature_eq_dec : forall a b : signature, {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

Definition settles (t : table) (proved : signature * mark) : bool :=
  if signature_eq_dec (fst proved) (signature_of r t) then covers (snd proved) (mark_of t) else false.

Definition found (known : memory) (s : signature) : list (signature * mark) :=
  match PositiveMap.find (number s) known with Some proved => proved | None => [] end.

Definition remembered (known : memory) (t : table) : bool := existsb (settles t) (found known (signature_of r t)).

Definition remember (known : memory) (t : table) : memory :=
  let s := signature_of r t in PositiveMap.add (number s) ((s, mark_of t) :: found known s) known.

(** The walk. What is left of the told actions, and what is remembered, or nothing where the certificate is wrong. *)
Definition outcome := option (list action * memory).

Fixpoint in_turn (visit : list action -> memory -> table -> outcome) (told : list action) (known : memory)
  (afters : list (table + code)) : outcome :=
  match afters with
  | [] => Some (told, known)
  | inr _ :: rest => in_turn visit told known rest
  | inl after :: rest =>
      match visit told known after with Some (told', known') => in_turn visit told' known' rest | None => None end
  end.

Fixpoint visit (fuel : nat) (told : list action) (known : memory) (t : table) : outcome :=
  match fuel with
  | 0 => None
  | S less =>
      if remembered known t then Some (told, known)
      else if over r t then if wanted t then Some (told, known) else None
      else
        let result :=
          if mine (turn r t)
          then match told with
               | [] => None
               | a :: rest => if is_call a then None else
                   match apply r t a with inl after => visit less rest known after | inr _ => None end
               end
          else in_turn (visit less) told known (map (apply r t) (conceivable r t)) in
        match result with Some (told', known') => Some (told', remember known' t) | None => None end
  end.

(** A certificate is accepted when its position is one of play, its walk comes through, and all that was told is taken. *)
Definition accepted (told : list action) (t : table) : bool :=
  is_well r t && match visit (S (most_actions r t)) told (PositiveMap.empty _) t with Some ([], _) => true | _ => false end.

(** *** What is accepted is true *)

Hypothesis some_players : 0 < players r.
Hypothesis covers_is_right : forall t u, ahead r t u -> covers (mark_of t) (mark_of u) = true -> well r t -> well r u ->
  sure r mine wanted t -> sure r mine wanted u.

(** All that is remembered was proved of some table. *)
Definition true_memory (known : memory) : Prop := forall s proved, In proved (found known s) ->
  exists t, well r t /\ sure r mine wanted t /\ proved = (signature_of r t, mark_of t).

Lemma remembered_is_sure : forall known t, true_memory known -> well r t -> remembered known t = true -> sure r mine wanted t.
Proof.
  intros known t K W R. apply existsb_exists in R as [proved [I E]]. destruct (K _ _ I) as [u [V [S ->]]].
  unfold settles in E. cbn [fst snd] in E. destruct (signature_eq_dec _ _) as [Q|]; [|discriminate].
  apply covers_is_right with u; try assumption. now apply signature_tells.
Qed.

Lemma remember_true : forall known t, true_memory known -> well r t -> sure r mine wanted t -> true_memory (remember known t).
Proof.
  intros known t K W S s proved I. unfold remember, found in I. destruct (Pos.eq_dec (number s) (number (signature_of r t))) as [Q|Q].
  - rewrite Q, PositiveMap.gss in I. destruct I as [<-|I]; [now exists t|]. exact (K (signature_of r t) proved I).
  - rewrite PositiveMap.gso in I by exact Q. exact (K s proved I).
Qed.

Lemma in_turn_true : forall (visit : list action -> memory -> table -> outcome),
  (forall told known t told' known', true_memory known -> well r t -> visit told known t = Some (told', known') ->
    true_memory known' /\ sure r mine wanted t) ->
  forall afters told known told' known', true_memory known -> (forall t, In (inl t) afters -> well r t) ->
  in_turn visit told known afters = Some (told', known') ->
  true_memory known' /\ forall t, In (inl t) afters -> sure r mine wanted t.
Proof.
  intros visit V afters. induction afters as [|[after|c] rest IH]; intros told known told' known' K W E; simpl in E.
  - injection E as <- <-. split; [exact K|easy].
  - destruct (visit told known after) as [[told1 known1]|] eqn:F; [|discriminate].
    destruct (V _ _ _ _ _ K (W after (or_introl eq_refl)) F) as [K1 S].
    destruct (IH _ _ _ _ K1 (fun t I => W t (or_intror I)) E) as [K' A].
    split; [exact K'|]. intros t [I|I]; [injection I as <-; exact S|now apply A].
  - destruct (IH _ _ _ _ K (fun t I => W t (or_intror I)) E) as [K' A].
    split; [exact K'|]. intros t [I|I]; [discriminate|now apply A].
Qed.

Lemma visit_true : forall fuel told known t told' known', true_memory known -> well r t ->
  visit fuel told known t = Some (told', known') -> true_memory known' /\ sure r mine wanted t.
Proof.
  induction fuel as [|less IH]; intros told known t told' known' K W E; simpl in E; [discriminate|].
  destruct (remembered known t) eqn:R; [injection E as <- <-; split; [exact K|now apply remembered_is_sure with known]|].
  destruct (over r t) eqn:O.
  { destruct (wanted t) eqn:Y; [|discriminate]. injection E as <- <-. split; [exact K|now apply sure_at_the_end]. }
  assert (N : forall a t', step r t a t' -> well r t') by (intros a t' S; now apply (step_keeps_cards r some_players t a t' W S)).
  destruct (mine (turn r t)) eqn:M.
  - destruct told as [|a rest]; [discriminate|]. destruct (is_call a) eqn:C; [discriminate|].
    destruct (apply r t a) as [after|c] eqn:A; [|discriminate]. apply apply_is_play in A.
    destruct (visit less rest known after) as [[told1 known1]|] eqn:V; [|discriminate].
    injection E as <- <-. destruct (IH _ _ _ _ _ K (N a after A) V) as [K1 S].
    assert (G : sure r mine wanted t) by now apply sure_by_an_action with a after.
    split; [now apply remember_true|exact G].
  - destruct (in_turn (visit less) told known (map (apply r t) (conceivable r t))) as [[told1 known1]|] eqn:V; [|discriminate].
    injection E as <- <-. assert (X : forall x, In (inl x) (map (apply r t) (conceivable r t)) -> well r x).
    { intros x I. apply in_map_iff in I as [a [Q _]]. apply N with a. now apply apply_is_play. }
    destruct (in_turn_true _ IH _ _ _ _ _ K X V) as [K1 A].
    assert (G : sure r mine wanted t).
    { apply sure_by_all; [exact O|exact M|]. intros a t' S C. apply A.
      rewrite <- (proj1 (apply_is_play r t a t') S). apply in_map. now apply conceivable_all with t'. }
    split; [now apply remember_true|exact G].
Qed.

Theorem what_is_accepted_is_true : forall told t, accepted told t = true -> sure r mine wanted t.
Proof.
  intros told t E. unfold accepted in E. apply andb_true_iff in E as [W E]. apply is_well_spec in W.
  destruct (visit (S (most_actions r t)) told (PositiveMap.empty _) t) as [[told' known']|] eqn:V; [|discriminate].
  assert (K : true_memory (PositiveMap.empty _)).
  { intros s proved I. unfold found in I. now rewrite PositiveMap.gempty in I. }
  now destruct (visit_true _ _ _ _ _ _ K W V).
Qed.

End Certificates.
