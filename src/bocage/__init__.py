"""Bocage plays D-Day board wargames with every rule enforced."""
